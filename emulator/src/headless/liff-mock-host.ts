import { LiffMockPlugin } from '@line/liff-mock'
import { globalStore } from '@line/liff-mock/dist/store/GlobalStore.js'

/** Values that liff-mock's methods return, by method: `getProfile`, `permission.query`, … */
type MockValues = Readonly<Record<string, unknown>>

type MockApi = { set(change: (before: MockValues) => MockValues): void; clear(): void }
type Plugin = { readonly name: string; install(context: { liff: MockedLiff }): MockApi }

/** The object to which liff-mock adds its methods during init. It replaces the SDK's `liff`. */
type MockedLiff = {
  readonly isInClient: () => boolean
  init(config: { liffId: string; mock: true }): Promise<void>
  use(plugin: Plugin): MockedLiff
  $mock?: MockApi
} & Record<string, unknown>

export type LiffMockHost = {
  readonly liff: MockedLiff
  /** Calls liff-mock's method at `path` (such as `permission.query`) and makes it return `value`. */
  answer(path: string, value: unknown, ...args: readonly unknown[]): unknown
  /** Calls liff-mock's method at `path`, which returns liff-mock's default value. */
  standard(path: string, ...args: readonly unknown[]): unknown
}

/** Methods for which liff-mock uses the mock value of another method. */
const SHARED_DATA: Readonly<Record<string, string>> = { scanCodeV2: 'scanCode' }

function methodAt(liff: MockedLiff, path: string): (...args: readonly unknown[]) => unknown {
  let found: unknown = liff
  for (const part of path.split('.')) found = (found as Record<string, unknown>)[part]
  if (typeof found !== 'function') throw new Error(`liff-mock has no ${path}`)
  return found as (...args: readonly unknown[]) => unknown
}

/**
 * Creates a new `liff` with LiffMockPlugin in mock mode. liff-mock stores counters and values in module
 * singletons and replaces methods permanently. Each test therefore needs its own host, and every call resets
 * the counters.
 */
export function createLiffMockHost(): LiffMockHost {
  const liff: MockedLiff = {
    // With `true`, liff-mock would log in automatically.
    isInClient: () => false,
    init: () => Promise.reject(new Error('LiffMockPlugin is not installed')),
    use(plugin) {
      liff.$mock = plugin.install({ liff })
      return liff
    },
  }
  liff.use(new LiffMockPlugin() as unknown as Plugin)
  globalStore.resetAll()
  void liff.init({ liffId: 'host', mock: true })
  const called = <T>(act: () => T): T => {
    if (!globalStore.isInitCalled) globalStore.initIsCalled()
    if (!globalStore.isLoginCalled) globalStore.loginIsCalled()
    try {
      return act()
    } finally {
      liff.$mock?.clear()
      globalStore.resetAll()
    }
  }
  return {
    liff,
    answer: (path, value, ...args) =>
      called(() => {
        liff.$mock?.set(before => ({ ...before, [SHARED_DATA[path] ?? path]: value }))
        return methodAt(liff, path)(...args)
      }),
    standard: (path, ...args) => called(() => methodAt(liff, path)(...args)),
  }
}
