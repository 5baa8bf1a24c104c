import * as v from 'valibot'

export const customerStatus = v.picklist(['provisional', 'registered', 'cancelled'])

export const moment = v.nullable(v.number())
