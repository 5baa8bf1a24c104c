import { compareVersion } from '../compare-version.ts'
import { hasVerifiedFeatures } from './mini-app.ts'
import type { App, Environment } from './schema.ts'

/** Same order as in LINE. */
export const ACTION_ITEMS = [
  'allTabs',
  'refresh',
  'minimize',
  'share',
  'addToHome',
  'favorite',
  'permissions',
  'about',
  'report',
] as const
export type ActionItem = (typeof ACTION_ITEMS)[number]

type Phone = Pick<Environment, 'lineVersion' | 'os'>
type ActionApp = Pick<App, 'miniApp' | 'scopes' | 'viewType'>

const from = ({ lineVersion }: Pick<Phone, 'lineVersion'>, version: string) =>
  compareVersion(lineVersion, version) >= 0

/** The first LINE version with the dropdown menu, and without the minimize button in the header. */
const DROPDOWN = '26.7.0'

/** `tabs` lists the recently used services; `options` is a sheet with options. */
export type ActionMenuKind = 'dropdown' | 'tabs' | 'options'

export function actionMenuKind(phone: Pick<Phone, 'lineVersion'>): ActionMenuKind {
  if (from(phone, DROPDOWN)) return 'dropdown'
  return from(phone, '15.12.0') ? 'tabs' : 'options'
}

/** The first LINE versions that can minimize the LIFF browser. LINE for iPad and PC cannot. */
const MINIMIZE: Readonly<Partial<Record<Environment['os'], string>>> = { ios: '12.18.0', android: '15.0.0' }

/** LINE does not minimize an app that may write into the chat that opened it. */
function canMinimize({ scopes }: ActionApp, phone: Phone): boolean {
  const first = MINIMIZE[phone.os]
  return first !== undefined && from(phone, first) && !scopes.includes('chat_message.write')
}

/** Returns the items. A LIFF app of size `full` has the first four and `permissions`; other LIFF apps have none. */
export function actionItems(app: ActionApp, phone: Phone): readonly ActionItem[] {
  const { miniApp, viewType } = app
  if (miniApp === null && viewType !== 'full') return []
  const verified = hasVerifiedFeatures(app)
  const inJapan = miniApp?.region === 'JP'
  const offered: Readonly<Record<ActionItem, boolean>> = {
    allTabs: from(phone, DROPDOWN),
    refresh: true,
    minimize: (miniApp === null || verified) && canMinimize(app, phone),
    share: true,
    addToHome: verified && from(phone, '14.3.0'),
    favorite: verified && inJapan && from(phone, '15.18.0'),
    permissions: from(phone, '14.6.0'),
    about: verified,
    report: inJapan && from(phone, '15.6.0'),
  }
  return ACTION_ITEMS.filter(item => offered[item])
}

/** The first LINE versions whose header minimizes a verified MINI App. From `DROPDOWN` on, it closes the app. */
const MINIMIZE_BUTTON: Readonly<Partial<Record<Environment['os'], string>>> = {
  ios: '14.15.1',
  android: '15.0.0',
}

/** If false, the header's last button closes the app. */
export function headerMinimizes(app: Pick<App, 'miniApp'>, phone: Phone): boolean {
  const first = MINIMIZE_BUTTON[phone.os]
  return hasVerifiedFeatures(app) && first !== undefined && from(phone, first) && !from(phone, DROPDOWN)
}
