import { Anchor, Button, Code, Group, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { saveFile } from '../../ui/save-file.ts'

export function Publication({ draw }: { readonly draw: DeskAnswer<'draw'> }) {
  const { t } = useTexts()
  const isSealed = draw.state === 'sealed' || draw.state === 'run'
  return (
    <Panel title={t('publication.title')}>
      <Text size="sm">{t('publication.public')}</Text>
      <Text size="sm" className="hash">
        /api/draw/{draw.id}
      </Text>
      {draw.publicPage !== null && (
        <Anchor href={draw.publicPage} target="_blank" rel="noreferrer" size="sm">
          {t('publication.page')}
        </Anchor>
      )}
      {isSealed ? <File draw={draw} /> : <Text size="sm">{t('publication.before')}</Text>}
      {draw.auditHead !== null && (
        <>
          <Text size="sm">{t('publication.head')}</Text>
          <Command text={`campaign audit verify --head ${draw.auditHead.seq}:${draw.auditHead.hash}`} />
          <Note>{t('publication.head.text')}</Note>
        </>
      )}
    </Panel>
  )
}

function File({ draw }: { readonly draw: DeskAnswer<'draw'> }) {
  const { t } = useTexts()
  const name = draw.state === 'run' ? 'draw.json' : 'list.json'
  const fetched = useAction({
    mutationFn: () => call('drawProof'),
    onSuccess: blob => saveFile(blob, name),
  })
  if (draw.state === 'run' && !draw.isAnnounced) return <Text size="sm">{t('publication.secret')}</Text>
  return (
    <>
      <Group>
        <Button variant="default" loading={fetched.isPending} onClick={() => fetched.mutate()}>
          {t(draw.state === 'run' ? 'publication.proof' : 'publication.list')}
        </Button>
      </Group>
      {fetched.isError && <Failure error={fetched.error} />}
      <Text size="sm">
        {t(`publication.file.${draw.state !== 'run' ? 'list' : draw.byHand ? 'by-hand' : 'result'}`)}
      </Text>
      <Command text={`campaign draw verify ${name} --list-hash ${t('publication.outside-hash')}`} />
      <Note>{t('publication.outside')}</Note>
    </>
  )
}

const Command = ({ text }: { readonly text: string }) => (
  <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {text}
  </Code>
)
