import { join } from 'node:path'
import { build } from 'vite'

export async function bundlePage(name: 'recorder' | 'run-case'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rollupOptions: { input: join(import.meta.dirname, 'page', `${name}.ts`), output: { format: 'iife' } },
    },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error(`The bundle of ${name} is empty`)
  return chunk.code
}
