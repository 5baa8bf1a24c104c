import { useEffect, useState } from 'react'
import { RELOAD_PARAM, toLocalUrl } from '../../line-paths.ts'
import { plainAddress } from '../../phones.ts'
import {
  type ActionItem,
  actionItems,
  actionMenuKind,
  headerMinimizes,
} from '../../scenario/action-button.ts'
import { linkBelow } from '../../url-below.ts'
import type { Scenario } from '../api/types.ts'
import { phoneTime } from '../state/now.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { useStored } from '../state/use-stored.ts'
import { openApp } from './app-of.ts'
import { isListed } from './keep-rule.ts'
import { resumable } from './kept-pages.ts'
import type { Frame } from './use-frame.ts'
import type { LayerStack } from './use-layers.ts'
import { type RecentService, useRecentServices } from './use-recent-services.ts'

export type DevicePermissions = { readonly camera: boolean; readonly microphone: boolean }

/** The LINE screen that covers the app. `outside`: the page's URL is not below the endpoint. */
export type ActionView = 'menu' | 'tabs' | 'permissions' | 'about' | 'report' | 'outside'

const ALL_PERMITTED: DevicePermissions = { camera: true, microphone: true }

/** LINE adds this parameter to the URL of an app opened from the recently used services. */
function withReload(path: string): string {
  const [link = '', ...hash] = path.split(/(?=#)/)
  return `${link}${link.includes('?') ? '&' : '?'}${RELOAD_PARAM}=1${hash.join('')}`
}

type ActionButtonOptions = {
  readonly scenario: Scenario | undefined
  readonly userId: string
  readonly frame: Frame
  readonly layers: LayerStack
  readonly onShare: Emulator['sharePage']
}

export function useActionButton({ scenario, userId, frame, layers, onShare }: ActionButtonOptions) {
  const [view, setView] = useState<ActionView>()
  const [minimized, setMinimized] = useState(false)
  const [permissions, setPermissions] = useState(ALL_PERMITTED)
  const [favorites, setFavorites] = useStored<readonly string[]>('favorites', [])
  const app = scenario === undefined ? undefined : openApp(scenario, frame.appId)
  const services = useRecentServices(frame, app !== undefined && isListed(app))
  const { openCount, screen } = frame
  // biome-ignore lint/correctness/useExhaustiveDependencies: another opening of the app starts with these values
  useEffect(() => {
    setView(undefined)
    setMinimized(false)
  }, [openCount, screen])

  const page = plainAddress(frame.url || new URL(frame.src, location.href).href)
  const { origin } = new URL(frame.src, location.href)
  const below = app === undefined ? null : linkBelow(new URL(app.endpointUrl, page).href, page)
  const openLayer = (id: string, url: string) => layers.open({ id, url: origin + toLocalUrl(url) })

  const share = async () => {
    if (app === undefined) return
    const shared = await onShare({ url: page, liffId: app.liffId, userId })
    if (shared !== null) openLayer(shared.id, shared.url)
  }
  const addToHome = () => {
    if (app === undefined) return
    const query = new URLSearchParams({ url: page })
    openLayer(`shortcut:${app.liffId}`, `https://liff-shortcut.line.me/page/${app.liffId}?${query}`)
  }
  const favoriteOf = ({ liffId }: { readonly liffId: string }) => `${userId} ${liffId}`
  const isFavorite = app !== undefined && favorites.includes(favoriteOf(app))
  const toggleFavorite = () => {
    if (app === undefined) return
    const favorite = favoriteOf(app)
    setFavorites(isFavorite ? favorites.filter(each => each !== favorite) : [...favorites, favorite])
  }
  const act: Readonly<Record<ActionItem, () => ActionView | undefined>> = {
    allTabs: () => 'tabs',
    refresh: () => void frame.reload(),
    minimize: () => void setMinimized(true),
    // For a page that is not below a MINI App's endpoint, LINE shares the app's start page.
    share: () => (below === null && app?.miniApp === null ? 'outside' : void share()),
    addToHome: () => (below === null ? 'outside' : void addToHome()),
    favorite: () => void toggleFavorite(),
    permissions: () => 'permissions',
    about: () => 'about',
    report: () => 'report',
  }
  const environment = scenario?.environment
  return {
    scenario,
    app,
    view,
    services,
    permissions,
    minimized: minimized && screen === 'app',
    items: app === undefined || environment === undefined ? [] : actionItems(app, environment),
    kind: environment === undefined ? 'options' : actionMenuKind(environment),
    /** True if the last button in the header minimizes the app instead of closing it. */
    minimizes: app !== undefined && environment !== undefined && headerMinimizes(app, environment),
    isFavorite,
    show: setView,
    run: (item: ActionItem) => setView(act[item]()),
    minimize: () => setMinimized(true),
    maximize: () => setMinimized(false),
    permit: (change: Partial<DevicePermissions>) => setPermissions({ ...permissions, ...change }),
    /**
     * Reopens a service. The open app continues; for another app, LINE resumes the kept page or reloads the app's last
     * page.
     */
    reopen: ({ liffId, url }: RecentService) => {
      setView(undefined)
      if (liffId === frame.appId || scenario === undefined) return
      const kept = resumable(frame.kept, liffId, phoneTime(scenario.clock))
      if (kept !== undefined) return frame.resume(kept)
      const other = openApp(scenario, liffId)
      const address = plainAddress(url)
      const path = URL.canParse(address) && linkBelow(new URL(other.endpointUrl, address).href, address)
      frame.open(withReload(path || ''), liffId)
    },
  } as const
}

export type ActionButton = ReturnType<typeof useActionButton>
