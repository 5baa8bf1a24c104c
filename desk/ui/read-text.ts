export type FileText = { readonly text: string } | { readonly problem: 'not-utf8' | 'too-large' }

export async function readText(file: File, maxBytes: number): Promise<FileText> {
  if (file.size > maxBytes) return { problem: 'too-large' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) }
  } catch {
    return { problem: 'not-utf8' }
  }
}
