import * as v from 'valibot'
import { customerScreens } from '#contract/desk/screens.ts'

/** The customers' screens that the desk can open. A person can tap on to others. */
export const views = ['home', 'receipt', 'rewards', 'question', 'terms'] as const
export type View = (typeof views)[number]

/** The frame tells the desk that it can show something. */
export const readyMessage = v.strictObject({ kind: v.literal('preview-ready') })

/** The desk tells the frame what to show. */
export const showMessage = v.strictObject({
  kind: v.literal('preview-show'),
  screens: customerScreens,
  /** The versions to which the sample customer has agreed. The app asks again if the campaign has others. */
  agreed: v.strictObject({ terms: v.string(), privacy: v.string() }),
  view: v.picklist(views),
  language: v.picklist(['th', 'en']),
  dark: v.boolean(),
})
export type ShowMessage = v.InferOutput<typeof showMessage>

/** True if a message comes from this window, in a page of the desk itself. */
export const isFrom = (event: MessageEvent, sender: Window | null | undefined): boolean =>
  event.origin === location.origin && event.source !== null && event.source === sender
