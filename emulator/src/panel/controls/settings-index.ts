/** The panel's settings for the search: label, group and more words to find them by. */
export const SETTINGS = [
  { label: 'User', group: 'Who', words: 'account profile name switch' },
  { label: 'Friendship', group: 'Who', words: 'friend blocked add official account' },
  { label: 'Consent', group: 'Who', words: 'scopes permission agree granted' },
  { label: 'When asked', group: 'Who', words: 'consent page allow deny answer' },
  { label: 'Opened in', group: 'Where', words: 'liff browser external in-app client environment' },
  { label: 'Operating system', group: 'Where', words: 'os android ios ipad pc' },
  { label: 'LINE version', group: 'Where', words: 'old update' },
  { label: 'Language', group: 'Where', words: 'locale thai english japanese' },
  { label: 'Appearance', group: 'Where', words: 'dark light colour color scheme theme' },
  { label: 'Service worker', group: 'Where', words: 'offline cache' },
  { label: 'Pop-ups', group: 'Where', words: 'popup window blocked' },
  { label: 'Network', group: 'Network', words: 'offline slow lie-fi flaky connection' },
  { label: 'Fault', group: 'Network', words: 'break request error 500 status delay hang lost' },
  { label: 'Token age', group: 'Tokens', words: 'expired id token old' },
  { label: 'ID token lifetime', group: 'Tokens', words: 'expires exp' },
  { label: 'Access token', group: 'Tokens', words: 'expired revoked valid' },
  { label: 'Share picker', group: 'LINE', words: 'target share send cancel' },
  { label: 'Payment', group: 'LINE', words: 'purchase iap pay' },
  { label: 'Shortcut', group: 'LINE', words: 'home screen' },
  { label: 'Scanned text', group: 'LINE', words: 'scanner qr code camera' },
  { label: "LINE's clock", group: 'LINE', words: 'time freeze advance skew' },
  { label: 'Function', group: 'Call the SDK', words: 'liff console call' },
] as const

export type Setting = (typeof SETTINGS)[number]

/** Opens the group that contains a control. A control in a closed group cannot have the focus. */
export function openGroupOf(control: Element | null): void {
  const group = control?.closest('details')
  if (group) group.open = true
}

/** Opens the group that contains the setting and moves the focus to it. */
export function focusSetting({ label }: Setting): void {
  const control = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  openGroupOf(control)
  control?.scrollIntoView({ block: 'center' })
  const field = 'input:checked, input, select, button'
  ;(control?.matches(field) ? control : control?.querySelector<HTMLElement>(field))?.focus()
}
