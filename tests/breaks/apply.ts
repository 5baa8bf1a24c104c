import type { Break } from './types.ts'

/** Returns the file's text with the wrong line. Throws unless `find` occurs exactly once, within one line. */
export function withBreak(text: string, { file, find, replace }: Break): string {
  const count = text.split(find).length - 1
  if (find === '' || find.includes('\n') || count !== 1) {
    throw new Error(`${file}: "${find}" occurs ${count} times and must occur once, in one line`)
  }
  return text.replace(find, () => replace)
}
