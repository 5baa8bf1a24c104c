import { LiffMockPlugin } from '@line/liff-mock'
import { globalStore } from '@line/liff-mock/dist/store/GlobalStore.js'

/** Values by the names liff-mock keeps them under: `getProfile`, `permission.query`, … */
type MockValues = Readonly<Record<string, unknown>>

type MockApi = { set(change: (before: MockValues) => MockValues): void; clear(): void }
type Plugin = { readonly name: string; install(context: { liff: MockedLiff }): MockApi }

/** An object that liff-mock puts its methods on at init, as it does on the SDK's own `liff`. */
type MockedLiff = {
  readonly isInClient: () => boolean
  init(config: { liffId: string; mock: true }): Promise<void>
  use(plugin: Plugin): MockedLiff
  $mock?: MockApi
} & Record<string, unknown>

export type LiffMockHost = {
  readonly liff: MockedLiff
  /** liff-mock's answer of `path` (`getProfile`, `permission.query`), with `value` as the data behind it. */
  answer(path: string, value: unknown, ...args: readonly unknown[]): unknown
  /** liff-mock's answer of `path` with its own data. */
  standard(path: string, ...args: readonly unknown[]): unknown
}

/** Methods that liff-mock answers from another's data. */
const SHARED_DATA: Readonly<Record<string, string>> = { scanCodeV2: 'scanCode' }

function methodAt(liff: MockedLiff, path: string): (...args: readonly unknown[]) => unknown {
  let found: unknown = liff
  for (const part of path.split('.')) found = (found as Record<string, unknown>)[part]
  if (typeof found !== 'function') throw new Error(`liff-mock has no ${path}`)
  return found as (...args: readonly unknown[]) => unknown
}

/**
 * A fresh liff with LiffMockPlugin in mock mode. liff-mock keeps its counters and data in module singletons and replaces
 * methods for good; a host of its own and the counters' reset before each use keep one test out of the next.
 */
export function createLiffMockHost(): LiffMockHost {
  const liff: MockedLiff = {
    // True would make liff-mock log in by itself.
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
