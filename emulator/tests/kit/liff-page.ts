import { join } from 'node:path'
import { bundleScript, bundleSdk, SDK_HOMES, type SdkVersion } from '#tests/conformance/sdk-bundle.ts'

/** Modules that an app on `@line/liff/core` adds to sign in and to read the profile. */
const CORE_MODULES = [
  'is-in-client',
  'is-logged-in',
  'login',
  'logout',
  'get-access-token',
  'get-id-token',
  'get-decoded-id-token',
  'get-context',
  'get-profile',
  'get-friendship',
  'permission',
  'open-window',
  'close-window',
]

/** The ways in which an app can include the SDK. */
export const SDK_BUILDS = {
  'full-2.26.1': { version: '2.26.1', core: false },
  'core-2.26.1': { version: '2.26.1', core: true },
  'full-2.31.0': { version: '2.31.0', core: false },
} as const satisfies Record<string, { version: SdkVersion; core: boolean }>

export type SdkBuild = keyof typeof SDK_BUILDS

/** Returns a script that sets `window.liff` to the unmodified SDK of this build. */
export function buildSdk(build: SdkBuild): Promise<string> {
  const { version, core } = SDK_BUILDS[build]
  if (!core) return bundleSdk(version)
  const home = SDK_HOMES[version]
  const file = (name: string) => JSON.stringify(join(home, name))
  const imports = CORE_MODULES.map((name, i) => `import Module${i} from ${file(`${name}.mjs`)}`)
  const uses = CORE_MODULES.map((_, i) => `liff.use(new Module${i}())`)
  const source = [`import liff from ${file('core/index.mjs')}`, ...imports, ...uses, 'window.liff = liff']
  return bundleScript(source.join('\n'), home)
}

/** Returns the page of a LIFF app. It calls `liff.init` and stores the result in `window.started`. */
export function appPage(build: SdkBuild, liffId: string): string {
  return `<!doctype html>
<html lang="th"><head><meta charset="utf-8"><title>${build}</title>
<script src="/${build}.js"></script></head><body><h1>${build}</h1>
<script>
  const tell = init => {
    const token = init === 'done' ? liff.getDecodedIDToken() : null
    window.started = {
      init, inClient: liff.isInClient(), loggedIn: liff.isLoggedIn(), sub: token?.sub ?? null, exp: token?.exp ?? null,
    }
  }
  liff.init({ liffId: '${liffId}' }).then(() => tell('done'), error => tell(error.code + ': ' + error.message))
</script></body></html>`
}
