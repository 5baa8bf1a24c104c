import { type Fields, fieldsOf } from '../../fields.ts'
import { textOf } from './fields.ts'

const PICKER_MODES = ['date', 'time', 'datetime'] as const
export type PickerMode = (typeof PICKER_MODES)[number]

export type PickerAction = {
  readonly type: 'datetimepicker'
  readonly label: string
  readonly data: string
  readonly mode: PickerMode
  readonly initial: string
  readonly min: string
  readonly max: string
}

export type PostbackAction = {
  readonly type: 'postback'
  readonly label: string
  readonly data: string
  readonly displayText: string
  readonly text: string
  readonly inputOption: string
  readonly fillInText: string
}

export type TapAction =
  | { readonly type: 'uri'; readonly label: string; readonly uri: string; readonly desktop: string }
  | { readonly type: 'message'; readonly label: string; readonly text: string }
  | PostbackAction
  | PickerAction
  | { readonly type: 'camera' | 'cameraRoll' | 'location'; readonly label: string }
  | {
      readonly type: 'richmenuswitch'
      readonly label: string
      readonly richMenuAliasId: string
      readonly data: string
    }
  | { readonly type: 'clipboard'; readonly label: string; readonly clipboardText: string }

function pickerOf(action: Fields, label: string): PickerAction {
  const mode = PICKER_MODES.find(known => known === action.mode) ?? 'datetime'
  const time = (value: unknown) => textOf(value).replace('t', 'T')
  return {
    type: 'datetimepicker',
    label,
    data: textOf(action.data),
    mode,
    initial: time(action.initial),
    min: time(action.min),
    max: time(action.max),
  }
}

/** Returns null if the value is not an action that LINE supports. */
export function actionOf(value: unknown): TapAction | null {
  const action = fieldsOf(value)
  const label = textOf(action.label)
  const data = textOf(action.data)
  switch (action.type) {
    case 'uri': {
      const desktop = textOf(fieldsOf(action.altUri).desktop)
      // In imagemap areas, this field is called `linkUri`.
      return { type: 'uri', label, uri: textOf(action.uri ?? action.linkUri), desktop }
    }
    case 'message':
      return { type: 'message', label, text: textOf(action.text) }
    case 'postback':
      return {
        type: 'postback',
        label,
        data,
        text: textOf(action.text),
        displayText: textOf(action.displayText),
        fillInText: textOf(action.fillInText),
        inputOption: textOf(action.inputOption),
      }
    case 'datetimepicker':
      return pickerOf(action, label)
    case 'camera':
    case 'cameraRoll':
    case 'location':
      return { type: action.type, label }
    case 'richmenuswitch':
      return { type: 'richmenuswitch', label, data, richMenuAliasId: textOf(action.richMenuAliasId) }
    case 'clipboard':
      return { type: 'clipboard', label, clipboardText: textOf(action.clipboardText) }
    default:
      return null
  }
}

/** Returns an accessible name: the label if any, otherwise what the action sends, copies or opens. */
export function nameOfAction(action: TapAction): string {
  if (action.label !== '') return action.label
  switch (action.type) {
    case 'uri':
      return action.uri
    case 'message':
      return action.text
    case 'postback':
      return action.displayText || action.text || action.data
    case 'clipboard':
      return action.clipboardText
    case 'richmenuswitch':
      return action.richMenuAliasId
    case 'datetimepicker':
      return action.data
    default:
      return action.type
  }
}
