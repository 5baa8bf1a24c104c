import { computed, createModel } from '@preact/signals-core'
import type { BodyInput } from '#contract/calls.ts'
import { isoOf } from '#contract/time.ts'
import { lastOf } from '#src/domain/last-of.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import type { Queue } from './queue.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { latestValue, mapResource } from './resource.ts'
import type { AnswersModel, CampaignModel } from './types.ts'

export const Answers = createModel(
  (
    ports: RemotePorts & Pick<Ports, 'ids'>,
    identity: Identity,
    queue: Queue,
    campaign: Pick<CampaignModel, 'serverNow'>,
  ): AnswersModel => {
    const question = createRemote(ports, { route: 'question', name: 'question', identity })
    const last = createRemote(ports, { route: 'lastAnswer', name: 'last-answer', identity })
    const history = createRemote(ports, {
      route: 'answerHistory',
      name: 'answers',
      identity,
      query: { limit: '100' },
    })
    queue.outbox.onDelivered(({ route, owner, answer }) => {
      if (route !== 'postAnswer' || owner !== identity.customerId.peek()) return
      if (answer && 'answerText' in answer) last.accept(answer)
      else void last.reload()
      void history.reload()
    })
    const waiting = computed(() => {
      queue.version.value
      const job = lastOf(
        queue.outbox.jobs(),
        ({ route, state }) => route === 'postAnswer' && state !== 'dead',
      )
      return job ? (job.body as BodyInput<'postAnswer'>) : null
    })
    return {
      question,
      history,
      last: {
        load: last.load,
        current: computed(() =>
          mapResource(last.current.value, given => {
            if (waiting.value === null) return given
            const { Answer: answerText, questionId = given.questionId } = waiting.value
            return { ...given, answerText, ...(questionId === undefined ? {} : { questionId }) }
          }),
        ),
      },
      send(text) {
        const questionId = latestValue(question.current.peek())?.id
        const id = ports.ids.uuid()
        const subject = questionId ?? 'question'
        const queued = lastOf(
          queue.outbox.jobs(),
          job => job.route === 'postAnswer' && job.subject === subject && job.state !== 'dead',
        )
        return queue.outbox.enqueue({
          route: 'postAnswer',
          params: {},
          body: { Answer: text, id, at: isoOf(campaign.serverNow()), ...(questionId ? { questionId } : {}) },
          subject,
          id,
          ...(queued ? { replaces: queued.id } : {}),
        })
      },
    }
  },
)
