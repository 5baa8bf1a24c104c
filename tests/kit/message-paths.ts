import { readdirSync, readFileSync } from 'node:fs'

/** Returns the paths in the app that the LINE messages of a file open, with an id for each placeholder. */
const pathsIn = (file: string): string[] =>
  [...readFileSync(`server/messages/${file}`, 'utf8').matchAll(/['`}](\/[A-Za-z][^'`]*)['`]/g)].map(
    ([, path = '']) => path.replaceAll(/\$\{[^}]+\}/g, 'id'),
  )

/** Returns the paths with their queries that the LINE messages of the campaign open, each once and sorted. */
export function messagePaths(): string[] {
  const contents = readdirSync('server/messages/contents').map(name => `contents/${name}`)
  return [...new Set([...contents, 'compose-digest.ts'].flatMap(pathsIn))].toSorted()
}
