import * as v from 'valibot'
import { byApi } from './by-api.ts'
import { actionUri, content, INVALID } from './fields.ts'

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

const data = content.text(300)

const TIME = '([01]\\d|2[0-3]):[0-5]\\d'
const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'

function pickedTime(form: string) {
  return v.nullish(v.pipe(v.string(INVALID), v.regex(new RegExp(`^${form}$`), INVALID)))
}

function pickerOf(rule: LabelRule, mode: 'date' | 'time' | 'datetime', form: string) {
  const at = pickedTime(form)
  return content.object({
    type: v.literal('datetimepicker'),
    label: labelOf(rule),
    data,
    mode: v.literal(mode, content.refusal),
    initial: at,
    max: at,
    min: at,
  })
}

const shownText = v.nullish(content.text(300))

/** The actions available for buttons, image areas and quick replies. */
function commonActions(rule: LabelRule) {
  const label = labelOf(rule)
  return [
    uriActionOf(rule),
    v.pipe(
      content.object({
        type: v.literal('postback'),
        label,
        data,
        displayText: shownText,
        text: shownText,
        fillInText: shownText,
        inputOption: v.nullish(
          v.picklist(['closeRichMenu', 'openRichMenu', 'openKeyboard', 'openVoice'], INVALID),
        ),
      }),
      v.forward(
        v.check(
          ({ displayText, text }) => (displayText ?? null) === null || (text ?? null) === null,
          INVALID,
        ),
        ['text'],
      ),
    ),
    content.object({ type: v.literal('message'), label, text: content.text(300) }),
    v.variant(
      'mode',
      [
        pickerOf(rule, 'date', DATE),
        pickerOf(rule, 'time', TIME),
        pickerOf(rule, 'datetime', `${DATE}[Tt]${TIME}`),
      ],
      content.refusal,
    ),
    content.object({ type: v.literal('clipboard'), label, clipboardText: content.text(1000) }),
  ] as const
}

/**
 * The action of a template or Flex Message. LIFF allows only URI actions, and LINE does not document its error message
 * for others. The Messaging API allows all actions except those that are only for quick replies.
 */
export function tapActionOf(rule: LabelRule, kind: 'flex' | 'template') {
  const inLiff = v.variant('type', [uriActionOf(rule)], ({ input, received }) =>
    typeof input === 'string'
      ? `${input} action is not available for ${kind} message`
      : content.refusal({ received }),
  )
  return byApi(inLiff, v.variant('type', commonActions(rule), content.refusal))
}

const screen = (type: 'camera' | 'cameraRoll' | 'location', rule: LabelRule) =>
  content.object({ type: v.literal(type), label: labelOf(rule) })

const screens = (rule: LabelRule) =>
  [screen('camera', rule), screen('cameraRoll', rule), screen('location', rule)] as const

const menuLabel = { max: 20, required: false }

/** LINE's OpenAPI document allows all actions in an area of a rich menu. */
export const richMenuAction = v.variant(
  'type',
  [
    ...commonActions(menuLabel),
    ...screens(menuLabel),
    content.object({
      type: v.literal('richmenuswitch'),
      label: v.nullish(content.text(20)),
      richMenuAliasId: content.text(32),
      data,
    }),
  ],
  content.refusal,
)

const quickReplyLabel = { max: 20, required: true }
const quickReplyAction = v.variant(
  'type',
  [...commonActions(quickReplyLabel), ...screens(quickReplyLabel)],
  content.refusal,
)

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
