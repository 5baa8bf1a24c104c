import type { ControlTexts } from '../texts/en/controls.ts'
import { en } from '../texts/en.ts'

export type SettingId = keyof ControlTexts['settings']
export type GroupId = keyof ControlTexts['groups']

export const SETTINGS = [
  { id: 'user', group: 'who' },
  { id: 'friendship', group: 'who' },
  { id: 'consent', group: 'who' },
  { id: 'whenAsked', group: 'who' },
  { id: 'openedIn', group: 'where' },
  { id: 'os', group: 'where' },
  { id: 'lineVersion', group: 'where' },
  { id: 'language', group: 'where' },
  { id: 'appearance', group: 'where' },
  { id: 'serviceWorker', group: 'where' },
  { id: 'cookies', group: 'where' },
  { id: 'popups', group: 'where' },
  { id: 'network', group: 'network' },
  { id: 'fault', group: 'network' },
  { id: 'tokenAge', group: 'tokens' },
  { id: 'idTokenLifetime', group: 'tokens' },
  { id: 'accessToken', group: 'tokens' },
  { id: 'webLogin', group: 'webLogin' },
  { id: 'channelSecret', group: 'webLogin' },
  { id: 'callbackUrls', group: 'webLogin' },
  { id: 'webTokenLifetime', group: 'webLogin' },
  { id: 'appKind', group: 'miniApp' },
  { id: 'sharePicker', group: 'line' },
  { id: 'quickFill', group: 'line' },
  { id: 'payment', group: 'line' },
  { id: 'shortcut', group: 'line' },
  { id: 'bridge', group: 'line' },
  { id: 'scannedText', group: 'line' },
  { id: 'clock', group: 'line' },
  { id: 'webhookUrl', group: 'webhooks' },
  { id: 'webhookActive', group: 'webhooks' },
  { id: 'webhookRedelivery', group: 'webhooks' },
  { id: 'webhookEvent', group: 'webhooks' },
  { id: 'webhookFault', group: 'webhooks' },
  { id: 'function', group: 'call' },
] as const satisfies readonly { readonly id: SettingId; readonly group: GroupId }[]

export type Setting = (typeof SETTINGS)[number]

/**
 * Returns the searchable words: the setting's name, its group, and synonyms. Includes the English words, because
 * documentation and colleagues use them.
 */
export function wordsOf({ id, group }: Setting, controls: ControlTexts): { name: string; more: string } {
  const both = [controls, en.controls]
  return {
    name: both.map(texts => texts.settings[id].name).join(' '),
    more: both.map(texts => `${texts.groups[group]} ${texts.settings[id].words}`).join(' '),
  }
}

/** Opens the control's group, without which the control cannot receive the focus. */
export function openGroupOf(control: Element | null): void {
  const group = control?.closest('details')
  if (group) group.open = true
}

export function focusSetting({ id }: Pick<Setting, 'id'>): void {
  const control = document.querySelector<HTMLElement>(`[data-setting="${id}"]`)
  openGroupOf(control)
  control?.scrollIntoView({ block: 'center' })
  const field = 'input:checked, input, select, button'
  ;(control?.matches(field) ? control : control?.querySelector<HTMLElement>(field))?.focus()
}
