import { useQueryClient } from '@tanstack/react-query'
import type { DeskBody, DeskParams } from '#contract/desk-calls.ts'
import { CallError, type Input } from '../../api/call.ts'
import { KEPT, useChange, useKept } from '../../api/use-desk.ts'

type Writing = 'addNote'

/** The `detail` of a refusal because the server has already stored the id with another text. */
const SAVED: readonly unknown[] = ['NOTE_SAVED_BEFORE']

/**
 * A text that is typed for a customer, and the call that stores it. The text stays while the person visits other tabs,
 * and after an error. The id stays until the server has accepted the text, so a repeated press stores it once.
 */
export function useWriting<N extends Writing>(
  name: N,
  customerId: string,
  bodyOf: (id: string, text: string) => DeskBody<N>,
) {
  const client = useQueryClient()
  const [text, setText] = useKept(`${name} text ${customerId}`, '')
  const idKey = [KEPT, `${name} id ${customerId}`]
  const forgetId = () => client.setQueryData(idKey, '')
  const change = useChange(name, () => {
    setText('')
    forgetId()
  })
  const send = () => {
    // Not a state: the second click of a double click would still see the old one.
    const id = client.getQueryData<string>(idKey) || crypto.randomUUID()
    client.setQueryData(idKey, id)
    const input = { params: { id: customerId } as DeskParams<N>, body: bodyOf(id, text) } as Input<N>
    change.mutate(input, {
      onError: error => {
        if (!(error instanceof CallError) || !SAVED.includes(error.detail)) return
        forgetId()
        void client.invalidateQueries({ queryKey: ['customer'] })
      },
    })
  }
  return { text, setText, change, send }
}
