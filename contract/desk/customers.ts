import * as v from 'valibot'

export const moment = v.nullable(v.number())
