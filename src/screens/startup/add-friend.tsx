import { useApp } from '#src/app-context.ts'
import type { Phase } from '#src/startup/phase.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { NextTry, Waits } from './next-try.tsx'

type Props = Extract<Phase, { kind: 'add-friend' }>

export function AddFriend({ url, last }: Props) {
  const { session } = useApp()
  const { t } = useText()
  const checking = session.waiting.value !== null
  return (
    <MessagePage
      picture={<Scene />}
      title={t('start.addFriend.title')}
      actions={
        <>
          <ButtonAway wide icon="plus" href={url}>
            {t('start.addFriend.open')}
          </ButtonAway>
          <Button wide kind="quiet" busy={checking} onClick={() => session.retry()}>
            {t('start.addFriend.done')}
          </Button>
        </>
      }
    >
      <Lead>{t('start.addFriend.text')}</Lead>
      {checking ? <Waits /> : <LastCheck last={last} />}
    </MessagePage>
  )
}

function LastCheck({ last }: Pick<Props, 'last'>) {
  const { t } = useText()
  if (last === null) return null
  if (last === 'no') return <Notice live severity="info" title={t('start.addFriend.notYet')} />
  return (
    <Notice live severity="warning" title={t(`start.${last.why}.title`)}>
      <p>{t(`start.${last.why}.text`)}</p>
      <NextTry until={last.until} />
    </Notice>
  )
}
