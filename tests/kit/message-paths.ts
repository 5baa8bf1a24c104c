import { readdirSync, readFileSync } from 'node:fs'

/** Returns the app paths that the LINE messages of a source file link to. Each placeholder becomes `id`. */
const pathsIn = (file: string): string[] =>
  [...readFileSync(`server/messages/${file}`, 'utf8').matchAll(/['`}](\/[A-Za-z][^'`]*)['`]/g)].map(
    ([, path = '']) => path.replaceAll(/\$\{[^}]+\}/g, 'id'),
  )

/** Returns the distinct app paths, with their queries, that the campaign's LINE messages link to. Sorted. */
export function messagePaths(): string[] {
  const contents = readdirSync('server/messages/contents').map(name => `contents/${name}`)
  return [...new Set([...contents, 'compose-digest.ts'].flatMap(pathsIn))].toSorted()
}
