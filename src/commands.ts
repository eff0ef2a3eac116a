import type { Sample } from './accounts/commands/sample.ts';
import type { signOut as signOutOf } from './accounts/commands/sign-out.ts';
import type { SignInOptions } from './accounts/dialogue/sign-in.ts';
import type { AccountServices } from './accounts/services.ts';
import type { TicketActs } from './tickets/commands/acts.ts';
import type { Given } from './tickets/commands/targets.ts';
import type { ViewActs } from './tickets/commands/view-acts.ts';

/** What the commands depend on. Each command takes only what it needs. */
export interface Workbench {
	readonly channel: { show(): void };
	/** Loads the account services. */
	readonly services: () => Promise<AccountServices>;
	readonly sample: Sample;
	/** Loads the commands on tickets. */
	readonly tickets: () => Promise<TicketActs>;
	/** Loads the commands that filter, group and sort the Tickets view. */
	readonly ticketsView: () => Promise<ViewActs>;
	/** Reads what the views and pages show from the forge again. */
	readonly refresh: () => unknown;
}

/** The handlers of all commands in the manifest. Larger ones load their file on first use. */
export function commandTable({
	channel,
	services,
	sample,
	tickets,
	ticketsView,
	refresh,
}: Workbench): Record<string, (...given: never[]) => unknown> {
	return {
		'tildeforge.signIn': async (wish?: SignInOptions) => (await services()).signIn(wish),
		'tildeforge.signOut': async (row?: Parameters<typeof signOutOf>[1]) => {
			const [{ forges }, { signOut }] = await Promise.all([
				services(),
				import('./accounts/commands/sign-out.ts'),
			]);
			await signOut(forges, row);
		},
		'tildeforge.grant': async (wish: SignInOptions) => (await services()).signIn(wish),
		'tildeforge.pasteCode': async () => (await services()).aside.show(),
		'tildeforge.trySample': async () => sample.enter((await services()).forges),
		'tildeforge.testConnection': async () => {
			const [{ forges }, { testConnection }] = await Promise.all([
				services(),
				import('./accounts/commands/test-connection.ts'),
			]);
			await testConnection(forges);
		},
		'tildeforge.copyDiagnostics': async () => {
			const [{ forges }, { copyDiagnostics }] = await Promise.all([
				services(),
				import('./accounts/commands/diagnostics.ts'),
			]);
			await copyDiagnostics(forges);
		},
		'tildeforge.openTicket': async (...given: Given) => (await tickets()).open(given),
		'tildeforge.findTicket': async () => (await tickets()).find(),
		'tildeforge.newTicket': async (...given: Given) => (await tickets()).create(given),
		'tildeforge.newTicketFromSelection': async (...given: Given) =>
			(await tickets()).createFromSelection(given),
		'tildeforge.confirmTicket': async (...given: Given) =>
			(await tickets()).change(given, { status: 'confirmed' }, 'Confirming'),
		'tildeforge.startTicket': async (...given: Given) =>
			(await tickets()).change(given, { status: 'in_progress' }, 'Changing'),
		'tildeforge.reopenTicket': async (...given: Given) =>
			(await tickets()).change(given, { status: 'reported' }, 'Reopening'),
		'tildeforge.resolveTicket': async (...given: Given) => (await tickets()).resolve(given),
		'tildeforge.setTicketStatus': async (...given: Given) => (await tickets()).setStatus(given),
		'tildeforge.labelTicket': async (...given: Given) => (await tickets()).labels(given),
		'tildeforge.commentTicket': async (...given: Given) => (await tickets()).comment(given),
		'tildeforge.undoTicketChange': async () => (await tickets()).undo(),
		'tildeforge.nextTicket': async () => (await tickets()).go(1),
		'tildeforge.previousTicket': async () => (await tickets()).go(-1),
		'tildeforge.copyTicketReference': async (...given: Given) => (await tickets()).copyRef(given),
		'tildeforge.copyTicketLink': async (...given: Given) => (await tickets()).copyLink(given),
		'tildeforge.openTicketOnWeb': async (...given: Given) => (await tickets()).openOnWeb(given),
		'tildeforge.filterTickets': async (...given: Given) => (await ticketsView()).filter(given),
		'tildeforge.saveTicketFilter': async (...given: Given) => (await ticketsView()).saveFilter(given),
		'tildeforge.clearTicketFilter': async (...given: Given) => (await ticketsView()).clearFilter(given),
		'tildeforge.sortTickets': async () => (await ticketsView()).sort(),
		'tildeforge.groupTickets': async () => (await ticketsView()).group(),
		'tildeforge.editTicketQueries': async () => (await ticketsView()).editQueries(),
		'tildeforge.createTracker': async () => (await tickets()).trackers.create(),
		'tildeforge.editTracker': async (...given: Given) => (await tickets()).trackers.edit(given),
		'tildeforge.deleteTracker': async (...given: Given) => (await tickets()).trackers.delete(given),
		'tildeforge.pinTracker': async () => (await tickets()).trackers.pin(),
		'tildeforge.unpinTracker': async (...given: Given) => (await tickets()).trackers.unpin(given),
		'tildeforge.discardDraft': async (...given: Given) => (await tickets()).discardDraft(given),
		'tildeforge.refresh': refresh,
		'tildeforge.showLog': () => channel.show(),
	};
}
