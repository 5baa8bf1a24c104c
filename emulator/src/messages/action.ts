import * as v from 'valibot'
import { actionUri, content, INVALID } from './fields.ts'

/** The rule for an action's label, which depends on the object that contains the action. */
export type LabelRule = { readonly max: number; readonly required: boolean }

function labelOf({ max, required }: LabelRule) {
  const label = content.text(max)
  return required ? label : v.nullish(label)
}

function uriActionOf(rule: LabelRule) {
  return content.object({
    type: v.literal('uri'),
    label: labelOf(rule),
    uri: actionUri,
    altUri: v.nullish(content.object({ desktop: v.nullish(actionUri) })),
  })
}

/**
 * A URI action, the only action that LIFF allows in templates and Flex Messages. LINE does not document its text
 * for another action.
 */
export function uriAction(rule: LabelRule, kind: 'flex' | 'template') {
  return v.variant('type', [uriActionOf(rule)], ({ input, received }) =>
    typeof input === 'string'
      ? `${input} action is not available for ${kind} message`
      : content.refusal({ received }),
  )
}

const label = content.text(20)
const data = content.text(300)
const screen = (type: 'camera' | 'cameraRoll' | 'location') =>
  content.object({ type: v.literal(type), label })

const TIME = '([01]\\d|2[0-3]):[0-5]\\d'
const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'

/** A time of the picker, in the form that its mode requires. */
function pickedTime(form: string) {
  return v.nullish(v.pipe(v.string(INVALID), v.regex(new RegExp(`^${form}$`), INVALID)))
}

function pickerOf(mode: 'date' | 'time' | 'datetime', form: string) {
  const at = pickedTime(form)
  return content.object({
    ...{ type: v.literal('datetimepicker'), label, data, mode: v.literal(mode, content.refusal) },
    ...{ initial: at, max: at, min: at },
  })
}

/** An action that opens a picker for a date, a time or both. */
const datetimePicker = v.variant(
  'mode',
  [pickerOf('date', DATE), pickerOf('time', TIME), pickerOf('datetime', `${DATE}[Tt]${TIME}`)],
  content.refusal,
)

const shownText = v.nullish(content.text(300))

/** The action of a quick reply button. */
const quickReplyAction = v.variant(
  'type',
  [
    uriActionOf({ max: 20, required: true }),
    content.object({
      type: v.literal('postback'),
      label,
      data,
      ...{ displayText: shownText, text: shownText, fillInText: shownText },
      inputOption: v.nullish(
        v.picklist(['closeRichMenu', 'openRichMenu', 'openKeyboard', 'openVoice'], INVALID),
      ),
    }),
    content.object({ type: v.literal('message'), label, text: content.text(300) }),
    datetimePicker,
    content.object({ type: v.literal('clipboard'), label, clipboardText: content.text(1000) }),
    screen('camera'),
    screen('cameraRoll'),
    screen('location'),
  ],
  content.refusal,
)

/** The quick reply buttons of a message. */
export const quickReply = content.object({
  items: content.list(
    content.object({
      type: v.literal('action', content.refusal),
      imageUrl: v.nullish(content.httpsUrl),
      action: quickReplyAction,
    }),
    1,
    13,
  ),
})
