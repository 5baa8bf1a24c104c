import {
  Anchor,
  AppShell,
  Badge,
  Box,
  Burger,
  Button,
  Group,
  NavLink,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useRead } from './api/use-desk.ts'
import { pages } from './pages.ts'
import { SignOut } from './sign-out.tsx'
import { useTexts } from './texts/use-texts.tsx'
import { LanguageAndTheme } from './ui/language-and-theme.tsx'
import { Loading } from './ui/reading.tsx'
import { UnseenNotices } from './ui/unseen-notices.tsx'
import { useTitle } from './ui/use-title.ts'
import { useToDo, waitingOn } from './ui/use-to-do.ts'

type Me = DeskAnswer<'me'>

const MAX_SHOWN = 999

export function Shell({ me }: { readonly me: Me }) {
  const { t } = useTexts()
  const [path] = useLocation()
  const { data: toDo } = useToDo()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const own = pages.filter(
    ({ permission }) => permission === null || [permission].flat().some(one => me.permissions.includes(one)),
  )
  const current = own.find(page => path.startsWith(page.path))
  useTitle(current ? t(current.title) : null)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <Anchor href="#content" className="skip">
        {t('desk.skip')}
      </Anchor>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('desk.menu')} />
            <CampaignName />
            {me.demo && (
              <Badge color="orange" variant="light" visibleFrom="md">
                {t('desk.demo')}
              </Badge>
            )}
          </Group>
          <Person me={me} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('desk.menu')} className={isOpen ? '' : 'closed'}>
        {own.map(page => (
          <NavLink
            key={page.path}
            component={Link}
            href={page.path}
            label={t(page.title)}
            rightSection={<Waiting count={waitingOn(toDo?.items ?? [], page.path)} />}
            active={page === current}
            aria-current={page === current ? 'page' : undefined}
            onClick={close}
          />
        ))}
        {/* On phones, the header has no room for the name. */}
        <Box hiddenFrom="sm" mt="md">
          <Text size="sm" px="sm" mb="xs">
            {me.name}
          </Text>
          <SignOut personId={me.id} />
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <UnseenNotices />
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">{own[0] && <Redirect to={own[0].path} replace />}</Route>
            {own.map(page => (
              <Route key={page.path} path={`${page.path}/*?`}>
                <Stack gap="md">
                  <Title order={2}>{t(page.title)}</Title>
                  <page.component />
                </Stack>
              </Route>
            ))}
            <Route>
              <Stack align="flex-start">
                <Text>{t('desk.not-found')}</Text>
                <Button component={Link} href="/">
                  {t('desk.home')}
                </Button>
              </Stack>
            </Route>
          </Switch>
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

/** Shows whose desk this is, because a person may work for several campaigns. */
function CampaignName() {
  const { t, language } = useTexts()
  const { data } = useRead('welcome')
  return (
    <Group gap="xs" wrap="nowrap" align="baseline" miw={0}>
      <Title order={1} size="h4" lineClamp={1}>
        {data?.campaign[language] ?? t('desk.title')}
      </Title>
      {data && (
        <Text size="sm" c="dimmed" visibleFrom="sm" textWrap="nowrap">
          {t('desk.title')}
        </Text>
      )}
    </Group>
  )
}

/** Shows the number of tasks waiting on a page of the menu. */
function Waiting({ count }: { readonly count: number }) {
  const { t, number } = useTexts()
  if (count === 0) return null
  return (
    <Badge size="sm" color="red" circle={count < 10} aria-label={t('to-do.badge', { count: number(count) })}>
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : number(count)}
    </Badge>
  )
}

function Person({ me }: { readonly me: Me }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" visibleFrom="sm">
        {me.name}
      </Text>
      <LanguageAndTheme />
      <Box visibleFrom="sm">
        <SignOut personId={me.id} />
      </Box>
    </Group>
  )
}
