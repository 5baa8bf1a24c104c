import type { messagingApi } from '@line/bot-sdk'
import type { LineMessage } from '#server/messaging-client.ts'

type Text = { readonly title: string; readonly text: string; readonly button: string }
type Texts = { readonly th: Text; readonly en: Text; readonly buttonColour: string }

/** LINE's limits for the notification text and a button's label, in UTF-16 code units. */
const ALT_TEXT_MAX = 400
const LABEL_MAX = 40

export const layOut = (
  { th, en, buttonColour }: Texts,
  uri: string,
  inChat: messagingApi.Action | null,
): readonly LineMessage[] => [
  { type: 'text', text: `${th.text}\n\n${en.text}\n\n${uri}` },
  bubble(
    `${th.title} / ${en.title}`,
    [
      { type: 'text', text: th.title, weight: 'bold', size: 'lg', wrap: true },
      { type: 'text', text: th.text, wrap: true },
      { type: 'separator' },
      { type: 'text', text: en.title, weight: 'bold', wrap: true },
      { type: 'text', text: en.text, size: 'sm', wrap: true },
    ],
    [
      linkButton(`${th.button} / ${en.button}`, uri, buttonColour),
      ...(inChat === null ? [] : [{ type: 'button', style: 'secondary', action: inChat } as const]),
    ],
  ),
]

export const bubble = (
  altText: string,
  contents: messagingApi.FlexComponent[],
  buttons: messagingApi.FlexButton[],
): LineMessage => ({
  type: 'flex',
  altText: altText.slice(0, ALT_TEXT_MAX),
  contents: {
    type: 'bubble',
    body: { type: 'box', layout: 'vertical', spacing: 'md', contents },
    footer: { type: 'box', layout: 'vertical', spacing: 'sm', contents: buttons },
  },
})

export const linkButton = (label: string, uri: string, color: string): messagingApi.FlexButton => ({
  type: 'button',
  style: 'primary',
  color,
  action: { type: 'uri', label: label.slice(0, LABEL_MAX), uri },
})
