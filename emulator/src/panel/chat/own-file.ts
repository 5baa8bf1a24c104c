import { MAX_CONTENT_BYTES } from '../../limits.ts'
import type { UserMessage } from '../api/types.ts'
import type { ComposerTexts } from '../texts/en/composer.ts'

export const FILE_KINDS = ['image', 'video', 'audio', 'file'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Returns an error message if LINE does not allow sending the file as this kind of message. */
export function fileProblem(kind: FileKind, { name, size, type }: File, texts: ComposerTexts): string | null {
  if (size === 0) return texts.emptyFile(name)
  if (size > MAX_CONTENT_BYTES) return texts.tooLarge(name)
  return kind === 'file' || type.startsWith(`${kind}/`) ? null : texts.wrongKind(name)
}

async function base64Of(file: File): Promise<string> {
  const reader = new FileReader()
  const read = new Promise((resolve, reject) => {
    reader.onload = resolve
    reader.onerror = reject
  })
  reader.readAsDataURL(file)
  await read
  return String(reader.result).split(',')[1] ?? ''
}

/** Returns the duration in ms, or undefined if the browser cannot play the file. */
async function durationOf(kind: 'video' | 'audio', file: File): Promise<number | undefined> {
  const media = document.createElement(kind)
  media.preload = 'metadata'
  const url = URL.createObjectURL(file)
  const known = new Promise(resolve => {
    media.onloadedmetadata = resolve
    media.onerror = resolve
  })
  media.src = url
  await known
  URL.revokeObjectURL(url)
  return Number.isFinite(media.duration) ? Math.round(media.duration * 1000) : undefined
}

/** Returns a message that contains the file. Rejects if the file can no longer be read. */
export async function fileMessage(kind: FileKind, file: File): Promise<UserMessage> {
  const content = await base64Of(file)
  if (kind === 'file') return { type: kind, content, fileName: file.name }
  const message = { content, contentType: file.type }
  if (kind === 'image') return { type: kind, ...message }
  const duration = await durationOf(kind, file)
  return { type: kind, ...message, ...(duration === undefined ? {} : { duration }) }
}
