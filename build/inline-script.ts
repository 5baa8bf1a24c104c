import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { minify, transformWithOxc } from 'vite'

/** Compiles `src/boot/<name>.ts` to an inline script, replacing the given identifiers with their values. */
export async function inlineScript(
  name: string,
  values: Readonly<Record<string, string>> = {},
  target = 'es2021',
): Promise<string> {
  const path = fileURLToPath(new URL(`../src/boot/${name}.ts`, import.meta.url))
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { target })
  // The function keeps the variables out of the global scope.
  const { code: small } = await minify(path, `(()=>{${code}})()`, { compress: true, mangle: true })
  return Object.entries(values).reduce((text, [from, to]) => text.replace(from, () => to), small)
}
