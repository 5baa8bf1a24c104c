import { useState } from 'react'
import { assertNever } from '../../assert-never.ts'
import { control, messageOf } from '../api/client.ts'
import type { ChatCommand } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { PickerAction, PostbackAction, TapAction } from './actions.ts'
import { linkTarget } from './links.ts'

type TapOptions = {
  readonly userId: string
  /** Id of the chat that receives messages and postbacks; undefined for the chat with the account. */
  readonly chatId: string | undefined
  /** True if LINE runs on a computer, where links can have a different URL. */
  readonly desktop: boolean
  readonly onApp: (path: string, liffId: string) => void
  readonly onInput: (input: Input) => void
}

/** What an action opens or closes at the bottom of the chat. */
export type Input =
  | { readonly kind: 'menu'; readonly open: boolean }
  | { readonly kind: 'keyboard'; readonly text: string }
  | { readonly kind: 'picture' }
  | { readonly kind: 'location' }

type SendOptions = Pick<TapOptions, 'userId' | 'chatId'> & { readonly onProblem: (problem: string) => void }

/** Returns a function that acts in a chat as the user. It resolves to false if LINE rejects the action. */
function useSend({ userId, chatId, onProblem }: SendOptions) {
  const { chat: texts } = useTexts()
  return async (command: Omit<ChatCommand, 'userId'>): Promise<boolean> => {
    const { text, message, postback } = command
    const goesToChat = [text, message, postback].some(act => act !== undefined)
    const where = chatId !== undefined && goesToChat ? { chatId } : {}
    try {
      await control.actInChat({ userId, ...command, ...where })
      return true
    } catch (error) {
      onProblem(messageOf(error, texts.notResponding))
      return false
    }
  }
}

/** Runs actions. Returns the open picker and the latest notice. */
export function useTap({ userId, chatId, desktop, onApp, onInput }: TapOptions) {
  const { chat: texts } = useTexts()
  const [notice, setNotice] = useState('')
  const [picker, setPicker] = useState<PickerAction>()

  const send = useSend({ userId, chatId, onProblem: setNotice })

  function openLink(uri: string): void {
    const target = linkTarget(uri, userId)
    if (target === null) setNotice(texts.badLink(uri))
    else if (target.kind === 'app') onApp(target.path, target.liffId)
    else open(target.url, '_blank', 'noopener,noreferrer')
  }

  async function copy(text: string): Promise<void> {
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setNotice(copied ? texts.copied(text) : texts.notCopied(text))
  }

  function changeInput({ inputOption, fillInText }: PostbackAction): void {
    if (inputOption === 'openVoice') setNotice(texts.voice)
    else if (inputOption === 'openKeyboard') onInput({ kind: 'keyboard', text: fillInText })
    else if (inputOption !== '') onInput({ kind: 'menu', open: inputOption === 'openRichMenu' })
  }

  function postBack(action: PostbackAction): void {
    const { data, displayText, text } = action
    // LINE sends the deprecated `text` field as a separate message.
    if (text !== '') void send({ text })
    void send({ postback: displayText === '' ? { data } : { data, displayText } })
    changeInput(action)
  }

  function tap(action: TapAction, messageId?: string): void {
    setNotice('')
    // LINE's insight counts the tap.
    if (action.type === 'uri' && messageId !== undefined && /^https?:/.test(action.uri))
      void send({ click: { messageId, url: action.uri } })
    switch (action.type) {
      case 'uri':
        openLink((desktop && action.desktop) || action.uri)
        break
      case 'message':
        void send({ text: action.text })
        break
      case 'postback':
        postBack(action)
        break
      case 'datetimepicker':
        setPicker(action)
        break
      case 'camera':
      case 'cameraRoll':
        onInput({ kind: 'picture' })
        break
      case 'location':
        onInput({ kind: 'location' })
        break
      case 'richmenuswitch':
        void send({ richMenuSwitch: { richMenuAliasId: action.richMenuAliasId, data: action.data } })
        break
      case 'clipboard':
        void copy(action.clipboardText)
        break
      default:
        assertNever(action)
    }
  }

  return {
    tap,
    send,
    notice,
    picker,
    notify: setNotice,
    dismissNotice: () => setNotice(''),
    /** An empty value means that the user has cancelled. */
    pick: (value: string) => {
      setPicker(undefined)
      if (picker === undefined || value === '') return
      void send({ postback: { data: picker.data, params: { [picker.mode]: value } } })
    },
  }
}
