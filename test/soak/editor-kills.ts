import type { Table } from '../bench/table.ts';
import { isRunning } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import { stageExtension } from '../tools/vsix.ts';
import { closeBrowser } from '../ui/browser.ts';
import { row, signInWithToken, tokenOf } from '../ui/editor-driver.ts';
import { ServiceProxy } from '../ui/service-proxy.ts';
import { showTicketsView } from '../ui/ticket-driver.ts';
import { EditorWindow } from '../ui/window.ts';
import { CommentRounds, outcomes, ticketNumbers, waitNames } from './comment-rounds.ts';
import { type Moment, moments } from './extension-host-kill.ts';
import { forgeComments } from './forge-comments.ts';
import { readStoredFiles, type StoredFiles } from './stored-files.ts';

const longestWaitMs = 2000;
/** The typical response time of a forge on the internet. */
const latencyMs = 60;

const order: readonly Moment[] = ['answering', 'writing', 'sending', 'answering', 'opening'];
/** Rounds in a row with the same recovery. VS Code restarts the extension host by itself only twice, unless the window is reloaded. */
const sameRecoveries = 4;

/** Reports what was lost, duplicated or slow when the extension host is killed while a user writes and sends comments. */
export async function editorKills(count = 20): Promise<Table> {
	const proxy = await ServiceProxy.open();
	proxy.latencyMs = latencyMs;
	const window = await openWindow(proxy);
	const { host, forge } = window;
	try {
		await showTicketsView(window);
		await signInWithToken(window, tokenOf(forge, '~ana'));
		await row(window, 'Tickets', /^~ana\/editor, \d+ open/).waitFor();
		const soak = new CommentRounds(window, proxy);
		await soak.begin();
		for (let nth = 0; nth < count; nth++) {
			const moment = order[nth % order.length] ?? 'writing';
			const recovery = Math.floor(nth / sameRecoveries) % 2 === 0 ? 'reload' : 'restart';
			await soak.round(nth + 1, moment, recovery);
		}
		await window.closePages();
		await until(() => !isRunning(host.extensionHost()), { what: 'the last extension host has ended' });
		const stored = readStoredFiles(window.storage);
		const onForge = await forgeComments(forge, ticketNumbers);
		for (const comment of soak.comments)
			for (const problem of comment.problems(onForge, stored.drafts)) soak.addProblem(problem);
		for (const file of stored.unreadable) soak.addProblem(`Cannot be read: ${file}`);
		return tableOf(soak, count, stored);
	} catch (error) {
		await window.keepArtifacts('soak editor');
		throw error;
	} finally {
		await window.close();
		proxy.close();
		await closeBrowser();
	}
}

/** Opens a window with Tildeforge installed. VS Code does not restart the extension host of an extension under development. */
async function openWindow(proxy: ServiceProxy): Promise<EditorWindow> {
	const installed = await stageExtension();
	return EditorWindow.open({
		...{ title: 'soak', extension: null, installed },
		settings: ({ addresses }) => {
			proxy.behind = addresses.trackers;
			return {
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, trackers: proxy.address }],
				// Otherwise notifications about forwarded ports cover the page.
				'remote.autoForwardPorts': false,
			};
		},
	});
}

function tableOf(
	{ rounds, comments, problems, waits }: CommentRounds,
	count: number,
	stored: StoredFiles,
): Table {
	const rows = [...moments, undefined].map((moment) => {
		const mine = rounds.filter((round) => moment === undefined || round.moment === moment);
		const found = outcomes.map((name) => mine.filter(({ outcome }) => outcome === name).length);
		const reloads = mine.filter(({ recovery }) => recovery === 'reload').length;
		return {
			name: moment === undefined ? 'all' : `while ${moment}`,
			values: [mine.length, reloads, ...found],
		};
	});
	const longest = waitNames.map((name) => `${name} ${Math.round(waits.get(name) ?? 0)} ms`);
	return {
		about:
			'Comments written and sent in a window whose extension host is killed at random moments, and where they are after that',
		columns: ['kills', 'window reloaded', ...outcomes],
		rows,
		goals: [
			{
				goal: `nothing lost, duplicated or unreadable: ${comments.length} comments, ${stored.count} files, ${stored.leftBehind} left by killed processes`,
				met: problems.size === 0,
			},
			{
				goal: `the user came back to the page after each of ${count} kills`,
				met: rounds.length === count,
			},
			{
				goal: `no wait above ${longestWaitMs} ms: ${longest.join(', ')}`,
				met: Math.max(...waits.values()) <= longestWaitMs,
			},
		],
	};
}
