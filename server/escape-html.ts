const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, also inside an attribute with double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, char => escapes[char] ?? char)
