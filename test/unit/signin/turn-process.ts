import { appendFileSync } from 'node:fs';
import { inTurn } from '../../../src/signin/turn.ts';

// One of several processes that take turns: `turns` times it writes that it has the turn, and that it has it no more.
const [turn = '', record = '', name = '', turns = '0'] = process.argv.slice(2);
for (let count = 0; count < Number(turns); count++) {
	await inTurn(turn, async () => {
		appendFileSync(record, `${name} begins\n`);
		await new Promise((resolve) => setTimeout(resolve, 3));
		appendFileSync(record, `${name} ends\n`);
	});
}
if (turns === '0') {
	await inTurn(turn, async () => {
		process.send?.('has the turn');
		await new Promise((resolve) => setTimeout(resolve, 60_000));
	});
}
