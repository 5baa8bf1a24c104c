import { Kbd, Table, Text } from '@mantine/core'
import type { TextKey } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const keys: readonly (readonly [string, TextKey])[] = [
  ['A', 'review.approve'],
  ['E', 'review.key.correct'],
  ['R', 'review.key.reject'],
  ['S', 'review.key.skip'],
  ['U', 'review.undo'],
  ['+ −', 'review.key.zoom'],
  ['T', 'review.turn'],
  ['P', 'review.next-photo'],
  ['O', 'review.key.other'],
]

export function Help({ close }: { readonly close: () => void }) {
  const { t } = useTexts()
  return (
    <Dialog title={t('review.help')} close={close}>
      <Table>
        <Table.Tbody>
          {keys.map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(text)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt="sm">
        {t('review.help.text')}
      </Text>
    </Dialog>
  )
}
