import type { messagingApi } from '@line/bot-sdk'
import type { LineMessage } from '#server/messaging-client.ts'

type Text = {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly buttonColour: string
}

/** LINE's limits for the notification text and a button's label, in UTF-16 code units. */
const ALT_TEXT_MAX = 400
const LABEL_MAX = 40

/** Returns one card. Its alt text, in the notification and the list of chats, says the same. */
export const layOut = (
  { title, text, button, buttonColour }: Text,
  uri: string,
  inChat: messagingApi.Action | null,
): LineMessage => ({
  type: 'flex',
  altText: shortened(`${title}: ${text}`, ALT_TEXT_MAX),
  contents: {
    type: 'bubble',
    body: {
      type: 'box',
      layout: 'vertical',
      spacing: 'md',
      contents: [
        { type: 'text', text: title, weight: 'bold', size: 'lg', wrap: true },
        ...linesOf(text).map((line): messagingApi.FlexText => ({ type: 'text', text: line, wrap: true })),
      ],
    },
    footer: {
      type: 'box',
      layout: 'vertical',
      spacing: 'sm',
      contents: [
        linkButton(button, uri, buttonColour),
        ...(inChat === null ? [] : [{ type: 'button', style: 'secondary', action: inChat } as const]),
      ],
    },
  },
})

const linkButton = (label: string, uri: string, color: string): messagingApi.FlexButton => ({
  type: 'button',
  style: 'primary',
  color,
  action: { type: 'uri', label: label.slice(0, LABEL_MAX), uri },
})

/** LINE refuses a component with an empty text. */
const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line.trim() !== '')

/** Truncates by grapheme, so that Thai vowels and tone marks stay with their consonant. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter('th').segment(text)) {
    if (kept.length + segment.length >= max) break
    kept += segment
  }
  return `${kept}…`
}
