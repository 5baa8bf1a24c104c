import { createSdk } from '../sdk/sdk.ts'

/** Runs a script with the given window as its global object. */
export type Program = (window: object) => void

/** Compiles a script once for use in any number of windows. `with` requires sloppy mode. */
export const compile = (script: string): Program =>
  new Function('window', `with (window) {\n${script}\n}`) as Program

const compiled = new Map<string, Program>()

/**
 * Returns the compiled SDK, installed as package `name` in the current folder's project. Throws if it is not installed.
 */
export function sdkProgram(name: string): Program {
  const known = compiled.get(name)
  if (known) return known
  const script = createSdk([process.cwd()], name)()
  if (script === null) throw new Error(`${name} is not installed in ${process.cwd()}: npm install ${name}`)
  const program = compile(script)
  compiled.set(name, program)
  return program
}
