import type { Break } from './types.ts'

/** Returns the text of the break's file with the wrong line. Throws if `find` does not fit it. */
export function withBreak(text: string, { file, find, replace }: Break): string {
  const count = text.split(find).length - 1
  if (find === '' || find.includes('\n') || count !== 1) {
    throw new Error(`${file}: "${find}" occurs ${count} times and must occur once, in one line`)
  }
  return text.replace(find, () => replace)
}
