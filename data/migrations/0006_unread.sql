DROP INDEX `messages_of_conversation`;--> statement-breakpoint
ALTER TABLE `messages` ADD `is_said` integer GENERATED ALWAYS AS (deleted_at is null and visible_to is null and not (category = 'custom' and type = 'tool-result')) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_of_conversation` ON `messages` (`conversation_key`,`id`,`is_said`,`sender`,`sent_at`);