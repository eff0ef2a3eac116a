import { mock } from 'node:test';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import { Texts } from '../../../../../src/platform/state/texts/texts.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { type Letter, type LetterKey, letter, letters, postcard } from '../letters.ts';

/** The outbox takes the letter. */
export const queue = async (texts: Texts<LetterKey, Letter>): Promise<void> => {
	await texts.checkToSend(letter.to);
	await texts.markSent(letter.to);
};

/** Windows that write letters to the same folders, while the tests of a `describe` run. */
export function textWindows() {
	const { folder, ending } = stage();
	/** Each look at it is a millisecond later than the one before. */
	const clock = { now: Date.now() };
	let restore = () => {};
	beforeEach(() => {
		const { mock: day } = mock.method(Date, 'now', () => clock.now++);
		restore = () => day.restore();
	});
	afterEach(() => restore());

	async function open(at: string, storage?: Storage) {
		const { log, lines } = readable();
		const texts = new Texts<LetterKey, Letter>({
			storage: storage ?? fileStorage(at, log),
			format: letters,
			pauseMs: 0,
			log,
		});
		ending(() => texts.dispose());
		await texts.open();
		return { texts, lines };
	}
	const shown = ({ texts }: Awaited<ReturnType<typeof open>>) =>
		[letter, postcard]
			.flatMap((key) => texts.of(key).map(({ state, body }) => `${state} ${body.text}`))
			.sort();
	const onDisk = async (at: string) => shown(await open(at));
	const allOnDisk = async (at: string) =>
		(await (await open(at)).texts.folder.list()).map(({ state, body }) => `${state} ${body.text}`).sort();
	const unwatched = (at: string): Storage => ({
		...fileStorage(at, readable().log),
		watch: () => ({ dispose: () => {} }),
	});
	return { folder, ending, clock, open, shown, onDisk, allOnDisk, unwatched };
}
