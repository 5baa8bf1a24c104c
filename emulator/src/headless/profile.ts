import { deleteCookie } from '../page/cookies.ts'

/** Copies the phone's storage to the test's page, where the app may read it. */
function phoneStorage(name: 'localStorage' | 'sessionStorage') {
  const values = new Map<string, string>()
  const page = () => (typeof document === 'undefined' ? null : window[name])
  const removeItem = (key: string) => {
    values.delete(key)
    page()?.removeItem(key)
  }
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      values.set(key, value)
      page()?.setItem(key, value)
    },
    removeItem,
    clear: () => [...values.keys()].forEach(removeItem),
  }
}

/** Cookies that expire by the phone's clock. They are also copied to the test's page. */
function phoneCookies(now: () => number) {
  const cookies = new Map<string, { readonly value: string; readonly until: number }>()
  return {
    get cookie(): string {
      const valid = [...cookies].filter(([, { until }]) => until > now())
      return valid.map(([name, { value }]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=;]*)=?([^;]*)/.exec(text) ?? []
      const expires = /;\s*expires=([^;]*)/i.exec(text)?.[1]
      cookies.set(name, { value, until: expires === undefined ? Infinity : Date.parse(expires) })
      // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store.
      if (typeof document !== 'undefined') document.cookie = text
    },
    clear() {
      for (const name of cookies.keys()) deleteCookie(name, this)
    },
  }
}

/** Creates storage and cookies that survive page changes. `now` returns the phone's time in ms since 1970. */
export const createProfile = (now: () => number) => ({
  localStorage: phoneStorage('localStorage'),
  sessionStorage: phoneStorage('sessionStorage'),
  cookies: phoneCookies(now),
})

export type Profile = ReturnType<typeof createProfile>
