import type { TicketNavigation } from '../../../../src/tickets/commands/ticket-navigation.ts';

/** Where tickets are shown, which does nothing except for what the test says. */
export const navigationWith = (own: Partial<TicketNavigation> = {}): TicketNavigation => ({
	open: async () => {},
	current: async () => undefined,
	currentTracker: async () => undefined,
	pinPosition: () => {},
	rememberFocus: () => async () => {},
	go: () => {},
	preview: async () => {},
	...own,
});
