/** Patterns of HTML's syntax, for regular expressions. They end where a browser's parser ends. */

const VALUE = String.raw`(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*(?=[\s>])|(?=>))`
const NAME = String.raw`(?:=[^\s/>=]*|[^\s/>=]+)(?![^\s/>=])`

/**
 * The rest of a start tag up to its `>`. A quotation mark quotes only at the beginning of an attribute's value:
 * `<p title=5"x>` is a whole tag. There is one way to match each text, so that no tag makes the search slow.
 */
export const ATTRIBUTES = String.raw`(?:[\s/]|${NAME}(?:\s*=\s*${VALUE}|(?!\s*=)))*`

/** A comment. `<!-->` and `<!--->` are whole comments, and `--!>` ends one, too. */
export const COMMENT = String.raw`<!--(?:-?>|[\s\S]*?--!?>)`

/** Names of elements whose content is text, even if it looks like tags. The content of `<script>` and `<style>` is text as well. */
export const TEXT_ELEMENTS = 'textarea|title|xmp|noembed|noframes'

/** Follows the name of a tag: `<title>` is a title, and `<title-bar>` is not. */
export const NAME_END = String.raw`(?=[\s/>])`

/** A start tag of any element. */
export const START_TAG = String.raw`<[a-z][^\s/>]*${NAME_END}${ATTRIBUTES}>`
