import { decodeText, decodeUtf8 } from '#contract/decode-text.ts'

export type FileText = { readonly text: string } | { readonly problem: 'not-utf8' | 'too-large' }

/** Reads a file as UTF-8. `anyEncoding` adds the other encodings that spreadsheet programs use. */
export async function readText(
  file: File,
  maxBytes: number,
  { anyEncoding = false } = {},
): Promise<FileText> {
  if (file.size > maxBytes) return { problem: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = anyEncoding ? decodeText(bytes) : decodeUtf8(bytes)
  return text === null ? { problem: 'not-utf8' } : { text }
}
