/** These patterns match the same text that a browser's parser would read. */

export const VALUE = String.raw`(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*(?=[\s>])|(?=>))`
export const NAME = String.raw`(?:=[^\s/>=]*|[^\s/>=]+)(?![^\s/>=])`

/**
 * The rest of a start tag. Quotation marks count as quotes only at the beginning of a value: `<p title=5"x>` is
 * complete. Each text matches in only one way, which prevents catastrophic backtracking.
 */
export const ATTRIBUTES = String.raw`(?:[\s/]|${NAME}(?:\s*=\s*${VALUE}|(?!\s*=)))*`

/** `<!-->` and `<!--->` are complete comments, and `--!>` also ends a comment. */
export const COMMENT = String.raw`<!--(?:-?>|[\s\S]*?--!?>)`

/** Like `<script>` and `<style>`, these elements contain text, even if it looks like tags. */
export const TEXT_ELEMENTS = 'textarea|title|xmp|noembed|noframes'

/** Matches the end of a tag name: in `<title>`, but not in `<title-bar>`. */
export const NAME_END = String.raw`(?=[\s/>])`

export const START_TAG = String.raw`<[a-z][^\s/>]*${NAME_END}${ATTRIBUTES}>`
