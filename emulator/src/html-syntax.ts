/** These patterns end where a browser's parser ends. */

const VALUE = String.raw`(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*(?=[\s>])|(?=>))`
const NAME = String.raw`(?:=[^\s/>=]*|[^\s/>=]+)(?![^\s/>=])`

/**
 * The rest of a start tag. A quotation mark quotes only at the beginning of a value: `<p title=5"x>` is a whole tag.
 * Each text matches in only one way, so that no tag makes the search slow.
 */
export const ATTRIBUTES = String.raw`(?:[\s/]|${NAME}(?:\s*=\s*${VALUE}|(?!\s*=)))*`

/** `<!-->` and `<!--->` are whole comments, and `--!>` also ends a comment. */
export const COMMENT = String.raw`<!--(?:-?>|[\s\S]*?--!?>)`

/** Their content is text, even if it looks like tags. So is the content of `<script>` and `<style>`. */
export const TEXT_ELEMENTS = 'textarea|title|xmp|noembed|noframes'

/** Ends the name of a tag: `<title>` matches, `<title-bar>` does not. */
export const NAME_END = String.raw`(?=[\s/>])`

export const START_TAG = String.raw`<[a-z][^\s/>]*${NAME_END}${ATTRIBUTES}>`
