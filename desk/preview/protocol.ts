import * as v from 'valibot'
import { customerScreens } from '#contract/desk/screens.ts'

/** The customers' screens that the desk can open; links inside the preview can open others. */
export const views = ['home', 'receipt', 'rewards', 'question', 'terms'] as const
export type View = (typeof views)[number]

export const readyMessage = v.strictObject({ kind: v.literal('preview-ready') })

export const showMessage = v.strictObject({
  kind: v.literal('preview-show'),
  screens: customerScreens,
  /** The sample customer's consents. The app asks again if the campaign has other versions. */
  agreed: v.strictObject({ terms: v.string(), privacy: v.string() }),
  view: v.picklist(views),
  language: v.picklist(['th', 'en']),
  dark: v.boolean(),
})
export type ShowMessage = v.InferOutput<typeof showMessage>

/** True if the message comes from this window and the desk's own origin. */
export const isFrom = (event: MessageEvent, sender: Window | null | undefined): boolean =>
  event.origin === location.origin && event.source !== null && event.source === sender
