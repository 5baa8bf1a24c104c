import { rewriteNavigations } from '../line-navigation.ts'
import { installedSdk, sdkScript } from './sdk-script.ts'

/** Returns the installed SDK as a single script that navigates through the shim, or null if none is installed. */
export type Sdk = () => string | null

/** Uses the first folder that has an SDK installed, and builds the script on first use. */
export function createSdk(folders: readonly string[], name?: string): Sdk {
  let script: string | null = null
  return () => {
    const [installed] = folders.flatMap(folder => installedSdk(folder, name) ?? [])
    if (installed !== undefined) script ??= rewriteNavigations(sdkScript(installed))
    return script
  }
}
