CREATE TABLE `conversation_reads` (
	`uid` text NOT NULL,
	`key` text NOT NULL,
	`last_read_id` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `key`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`key` text PRIMARY KEY NOT NULL,
	`one_uid` text,
	`other_uid` text,
	`last_message_id` integer NOT NULL,
	FOREIGN KEY (`last_message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversations_of_one` ON `conversations` (`one_uid`,`last_message_id`);--> statement-breakpoint
CREATE INDEX `conversations_of_other` ON `conversations` (`other_uid`,`last_message_id`);--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` integer;--> statement-breakpoint
-- The conversations that there are, each with its last message. What a client hands back to an agent is nothing said.
INSERT INTO `conversations` (`key`, `one_uid`, `other_uid`, `last_message_id`) SELECT `conversation_key`, CASE `receiver_type` WHEN 'user' THEN min(`sender`, `receiver`) END, CASE `receiver_type` WHEN 'user' THEN max(`sender`, `receiver`) END, max(`id`) FROM `messages` WHERE NOT (`category` = 'custom' AND `type` = 'tool-result') GROUP BY `conversation_key`;
