import type { ControlTexts } from '../texts/en/controls.ts'
import { en } from '../texts/en.ts'
import type { PanelTexts } from '../texts/panel-texts.ts'
import type { SettingText } from '../texts/types.ts'
import { type FieldKnob, settingTextOf } from './field-knob.ts'
import { FIELD_KNOBS, type FieldKnobId } from './field-knobs.ts'

export type SettingId = keyof ControlTexts['settings'] | FieldKnobId
export type GroupId = keyof ControlTexts['groups']
export type Setting = { readonly id: SettingId; readonly group: GroupId }

const inGroup = (group: GroupId, ...ids: readonly SettingId[]): Setting[] => ids.map(id => ({ id, group }))

const fieldsIn = (group: FieldKnob['group']): Setting[] =>
  (Object.entries(FIELD_KNOBS) as [FieldKnobId, FieldKnob][])
    .filter(([, row]) => row.group === group && row.shown === undefined)
    .map(([id]) => ({ id, group }))

/** The settings that the search covers, in the order in which the panel shows them. */
export const SETTINGS: readonly Setting[] = [
  ...inGroup('who', 'user', 'friendship', 'consent'),
  ...fieldsIn('who'),
  ...fieldsIn('where'),
  ...inGroup('network', 'network', 'fault'),
  ...inGroup('tokens', 'tokenAge', 'idTokenLifetime', 'accessToken'),
  ...fieldsIn('webLogin'),
  ...inGroup('webLogin', 'channelSecret', 'callbackUrls', 'webTokenLifetime'),
  ...inGroup('miniApp', 'appKind'),
  ...fieldsIn('line'),
  ...inGroup('line', 'scannedText', 'clock'),
  ...inGroup('webhooks', 'webhookUrl', 'webhookActive', 'webhookRedelivery', 'webhookEvent', 'webhookFault'),
  ...inGroup('call', 'function'),
]

export function settingText(id: SettingId, { lang, controls }: PanelTexts): SettingText {
  return id in FIELD_KNOBS
    ? settingTextOf(FIELD_KNOBS[id as FieldKnobId], lang)
    : controls.settings[id as keyof ControlTexts['settings']]
}

/**
 * Returns the searchable words: the setting's name, its group, and synonyms. Includes the English words, because
 * documentation and colleagues use them.
 */
export function wordsOf({ id, group }: Setting, texts: PanelTexts): { name: string; more: string } {
  const both = [texts, en]
  return {
    name: both.map(one => settingText(id, one).name).join(' '),
    more: both.map(one => `${one.controls.groups[group]} ${settingText(id, one).words}`).join(' '),
  }
}

/** Opens the control's group, because a control in a closed group cannot receive the focus. */
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
