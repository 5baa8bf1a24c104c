import { Group, Modal } from '@mantine/core'
import { createContext, type ReactNode } from 'react'
import { useTexts } from '../texts/use-texts.tsx'

type Props = {
  readonly title: string
  readonly close: () => void
  readonly size?: 'md' | 'lg'
  readonly children: ReactNode
}

export const InDialog = createContext(false)

/** The heading is not a `header` element, which would be a second banner landmark. */
export function Dialog({ title, close, size = 'md', children }: Props) {
  const { t } = useTexts()
  return (
    <Modal.Root opened onClose={close} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" p="md">
          <Modal.Title fw={600}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('desk.close')} />
        </Group>
        <Modal.Body>
          <InDialog value={true}>{children}</InDialog>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
