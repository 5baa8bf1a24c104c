import { rewriteNavigations } from '../line-navigation.ts'
import { installedSdk, sdkScript } from './sdk-script.ts'

/** Returns the installed SDK as one script that navigates through the shim, built on first use; null if the SDK is not installed. */
export type Sdk = () => string | null

/** Creates a function that returns the SDK of the first folder in which one is installed. */
export function createSdk(folders: readonly string[], name?: string): Sdk {
  let script: string | null = null
  return () => {
    const [installed] = folders.flatMap(folder => installedSdk(folder, name) ?? [])
    if (installed !== undefined) script ??= rewriteNavigations(sdkScript(installed))
    return script
  }
}
