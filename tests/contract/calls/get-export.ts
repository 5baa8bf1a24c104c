import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'getExport'> = {
  good: async (server, { token }) => {
    const { body } = await server.call('createExport', { token })
    return { params: { link: body.path.split('/').at(-1) ?? '' } }
  },
  malformed: { params: { link: 'x'.repeat(201) } },
}
